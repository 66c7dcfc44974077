package detect

import "testing"

// The tables are searched by halving, which is only right while they are sorted;
// they are not exported, so this test sits inside the package.
func TestTablesAreSorted(t *testing.T) {
	t.Parallel()
	for name, table := range map[string][]entry{
		"extensions": extensions[:], "fileNames": fileNames[:], "interpreters": interpreters[:], "aliases": aliases[:], "cxxHeaders": cxxHeaders[:],
	} {
		for i := 1; i < len(table); i++ {
			if table[i-1].key >= table[i].key {
				t.Errorf("%s: %q stands before %q", name, table[i-1].key, table[i].key)
			}
		}
	}
}
