// Package schema holds the rows that the stages of lc hand to each other and
// that the store keeps: files, symbols, occurrences, imports, edges, ranks,
// commits, problems, coverage, with their ids, enumerations and version numbers.
//
// Rows are the contract between stages. The package imports the standard
// library only and holds no behaviour beyond naming its own values.
package schema
