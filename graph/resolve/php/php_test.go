package php_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/php"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	langphp "github.com/lc-index/lc/index/lang/php"
	"github.com/lc-index/lc/store/schema"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages: langphp.Languages(),
		Rules:     php.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".php") {
				return "php"
			}
			return ""
		},
	}, archive)
}

func TestNamesAndUses(t *testing.T) {
	t.Parallel()
	_, out := check(t, `
-- composer.json --
{"autoload": {"psr-4": {"Shop\\": "src/"}}}
-- src/Till.php --
<?php
namespace Shop;

use Shop\Stock\Shelf; // link: Shelf -> src/Stock/Shelf.php:4
use Shop\Stock as S; // link: Stock -> none
use Vendor\Lib\Tool; // link: Tool -> external Vendor\Lib
use Exception; // link: Exception -> external php
use function Shop\Stock\help; // link: help -> src/Stock/functions.php:3
use const Shop\Stock\LIMIT; // link: LIMIT -> src/Stock/functions.php:4
use Shop\Missing; // link: Missing -> none

class Till extends Base implements \Countable { // link: Base -> src/Base.php:3; link: Countable -> external php
    public function run(Shelf $shelf): ?S\Shelf { // link: Shelf -> src/Stock/Shelf.php:4
        help(LIMIT); // link: help -> src/Stock/functions.php:3; link: LIMIT -> src/Stock/functions.php:4
        \Shop\Stock\help(1); // link: help -> src/Stock/functions.php:3
        near(); // link: near -> src/near.php:4
        everywhere(); // link: everywhere -> src/global.php:2
        strlen('a'); // link: strlen -> external php
        echo PHP_EOL, GLOBALLY; // link: GLOBALLY -> src/global.php:3
        nowhere(); // link: nowhere -> none
        SHELF::make(); // link: make -> src/Stock/Shelf.php:6
        new Tool(); // link: Tool -> external Vendor\Lib
        return new S\Shelf($shelf); // link: Shelf -> src/Stock/Shelf.php:4 + src/Stock/Shelf.php:5
    }
}
-- src/Base.php --
<?php
namespace Shop;
class Base {}
-- old/Base.php --
<?php
namespace Shop;
class Base {}
-- src/near.php --
<?php
namespace Shop;
require __DIR__ . '/Base.php';
function near() {}
-- src/global.php --
<?php
function everywhere() {}
const GLOBALLY = 1;
-- src/Stock/functions.php --
<?php
namespace Shop\Stock;
function help($n) {}
const LIMIT = 5;
-- src/Stock/Shelf.php --
<?php
namespace Shop\Stock;

class Shelf {
    public function __construct(?Shelf $next) {}
    public static function make(): static { return new static(null); }
}
-- tests/two.php --
<?php
namespace One;
class A {}
function f() { new A; } // link: A -> tests/two.php:3
namespace Two;
class A {}
function g() { new A; \One\f(); } // link: A -> tests/two.php:6; link: f -> tests/two.php:4
`)
	if out.Packages[0] != "" {
		t.Errorf("a manifest is in package %q", out.Packages[0])
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	_, out := check(t, `
-- Model.php --
<?php
namespace M;
interface Store { public function find(string $key): ?Item; }
trait Named {
    protected string $name = '';
    public function name(): string { return $this->name; } // link: name -> Model.php:5
}
class Memory implements Store {
    use Named;
    const KIND = 'memory';
    public static ?Memory $shared = null;
    /** @var Item[] */
    private $items = [];
    private Item $last;
    public function find(string $key): ?Item { return $this->items[$key]->next(); } // link: items -> Model.php:13; link: next -> Model.php:23
    public function last(): Item { return $this->last; } // link: last -> Model.php:14
    /** @return Item */
    public function documented() { return $this->last(); } // link: last -> Model.php:16 + Model.php:32
    public function __invoke(): Item { return self::$shared->last; } // link: shared -> Model.php:11; link: last -> Model.php:14
}
final class Item {
    public function __construct(public readonly Suit $suit, private Memory $in) {}
    public function next(): self { return $this; }
    /** @param Memory $m */
    public function in($m) { return $m->last()->next(); } // link: last -> Model.php:16 + Model.php:32; link: next -> Model.php:23
}
enum Suit: string {
    case Hearts = 'h';
    public function label(): string { return $this->value; } // link: value -> external php
}
class Special extends Memory {
    public function last(): Item { return parent::last()->next(); } // link: last -> Model.php:16; link: next -> Model.php:23
}
-- use.php --
<?php
use M\{Store, Memory, Suit};
function run(Store $store, Memory $memory) {
    $item = $store->find('a'); // link: find -> Model.php:3 + Model.php:15
    $item->suit->label(); // link: suit -> Model.php:22; link: label -> Model.php:29
    $item?->next()->suit; // link: next -> Model.php:23; link: suit -> Model.php:22
    $memory->name(); // link: name -> Model.php:6
    $memory->documented()->next(); // link: documented -> Model.php:18; link: next -> Model.php:23
    Memory::$shared->last(); // link: shared -> Model.php:11; link: last -> Model.php:16 + Model.php:32
    echo Memory::KIND, Suit::Hearts->label(); // link: KIND -> Model.php:10; link: Hearts -> Model.php:28; link: label -> Model.php:29
    foreach ([1] as $x) { $made = new Memory(); }
    $made->last()->next(); // link: last -> Model.php:16 + Model.php:32; link: next -> Model.php:23
    if ($store instanceof Memory) {} // link: Memory -> Model.php:8
}
`)
	kinds := map[schema.EdgeKind]int{}
	for _, r := range out.Relations {
		kinds[r.Kind]++
	}
	if kinds[schema.EdgeImplement] == 0 || kinds[schema.EdgeOverride] != 1 {
		t.Errorf("relations by kind = %v, want implementations and one override", kinds)
	}
}
