// Command lc indexes a repository and answers questions from the index.
package main

func main() {}
