// Package accuracy measures lc against tools that know better or differently, on
// clones of real repositories: universal-ctags for symbols, ripgrep and stock zoekt
// for text, SCIP indexers for references and for the reach of a change, pyarrow for
// the tables. `make accuracy` runs it; the tables that it prints are the result.
//
// LC_CORPORA names a folder of clones, one a corpus of Corpora; a clone that stands at
// another commit than the pinned one is not measured by the tables of languages.
// Tools are looked up in PATH and can be named: LC_BIN (bin/lc), LC_CTAGS, LC_RG,
// LC_ZOEKT, LC_SCIP, LC_PYTHON. LC_SCIP_INDEXES names a folder of <corpus>.scip,
// made by the language's own indexer at the commit that the clone has checked out;
// LC_SCIP_HISTORY one of <corpus>.commits.tsv (commit, tab, its parent) and
// <corpus>-<commit>.scip for both. Nothing is written to a clone. LC_OPSCODEGRAPH
// names a checkout of optave/ops-codegraph-tool, whose resolution fixtures are counted,
// LC_LINUX a folder with the sources of a kernel. LC_SAMPLES names a file that takes
// the samples of the table of languages: what stands there as "?" is to be judged by
// hand and its verdict to be added to judged.tsv.
//
// What is absent is reported as not measured: its subtest is skipped, never passed,
// and a test that measured nothing at all fails.
//
// Direction of error: a tool that is wrong itself makes lc look worse than it is.
// What is known to be wrong on the other side is left out of the comparison, and
// counted in the table, so that it can be judged.
package accuracy
