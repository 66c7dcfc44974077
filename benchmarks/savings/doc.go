// Package savings measures how many tokens a reader needs until the lines that answer
// a question lie before it, with lc and without.
//
// A task is a query, a commit and gold line ranges. Three fixed policies work on it, no
// model among them:
//
//	naive    grep, then whole files, the one with the most matches first
//	skilled  grep -n, then windows of 40 lines, the densest first; the one that counts
//	lc       search, then the ranges it named, then explore, through the functions that
//	         the MCP tools call
//
// The cost is every token shown until all gold lines are visible: schemas of the tools,
// arguments, answers, errors. A policy that does not get there pays the cap.
//
// Limits: a policy chooses by rule where a model would judge, so the figures compare
// tools and not models. Gold is one way to answer; another may be shorter. The bundled
// suite is small, and on a small tree grep is cheap: use --suite on the trees that
// matter.
package savings
