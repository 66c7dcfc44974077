package php_test

import (
	"testing"

	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/php"
)

func TestDeclarations(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, php.Languages()[0], `<html><?= $title ?></html>
<?php
namespace Shop\Stock; // def: Shop\Stock namespace

use Lib\Text; // imp: Lib Text as Text
use Lib\{Mark, Sign as S}; // imp: Lib Mark as Mark; imp: Lib Sign as S
use function Lib\help; // imp: Lib help as help
const MAX = 5; // def: MAX constant
define('MIN', 3); // def: MIN constant; ref: define call -> free

/**
 * Keeps items. Not for sale.
 * @deprecated
 */
#[Route('/x')] // ref: Route decorate
final class Shelf extends Base implements Countable, Mark // def: Shelf class deprecated decorated; ref: Base inherit; ref: Countable inherit -> free; ref: Mark inherit -> 6
{
    use Tagged, Other { mark as protected tag; } // ref: Tagged inherit; ref: Other inherit
    const A = 1, B = self::A; // def: A constant; def: B constant; ref: A read of self
    public static ?Item $last = null; // def: last field static; ref: Item type
    private readonly string $name; // def: name field private
    public function __construct(private Repo $repo, protected int $size = 5) { parent::__construct($size); } // def: __construct constructor; def: repo field private; def: size field protected; ref: Repo type; ref: __construct call of parent; ref: size read -> 22
    /** @return Item[] */
    public static function make(array $a): array { return static::build($a); } // def: make method static; ref: build call of static; ref: a read -> 24
    abstract protected function close(): void; // def: close method abstract protected
}
interface Mark extends Other { public function mark(int $n); } // def: Mark interface; def: mark method abstract
trait Tagged { private $tags; } // def: Tagged trait; def: tags field private
enum Suit: string implements Label { case Hearts = 'H'; public function label(): string { return ucfirst($this->name); } } // def: Suit enum; def: Hearts enum-member; def: label method; ref: name read of this
function top(int $a = MAX, &$b = null) { return $a <=> $b; } // def: top function; ref: MAX read -> 8; ref: b read -> 30
if (!function_exists('extra')) { function extra() { top(1); } } // def: extra function; ref: top call -> 30
require_once __DIR__ . '/inc.php'; // imp: ./inc.php
?>
<p>x</p>
`)
	if f.Package != `Shop\Stock` || f.Summary != "Keeps items." {
		t.Errorf("package %q, summary %q", f.Package, f.Summary)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	langtest.Check(t, php.Languages()[0], `<?php
use Lib\Item;
use function Lib\help;
class ATest extends TestCase
{
    public function testOne($list, Item $one) // def: testOne method test; ref: Item type -> 2
    {
        $v = new Item($list['k'], name: 1); // def: v local; ref: Item call -> 2; ref: list read -> 6
        $v->save()->then(fn ($q) => $q->done($v)); // ref: save call of v; ref: then call of save; ref: done call of q; ref: v read -> 8
        self::$count++; // ref: count write of self
        static::create(Item::class, Item::KIND); // ref: KIND read of Item; ref: create call of static
        foreach ($list as $k => $item) { $item?->go($k); } // ref: go call of item; ref: k read -> 12
        $f = function (int $i) use ($v): void { echo $i, $v, $list; }; // ref: i read -> 13; ref: v read -> 8; ref: list read -> free
        try { help(LIMIT); } catch (IoError | Item $e) { throw $e; } // ref: help call -> 3; ref: LIMIT read -> free; ref: IoError type; ref: e read -> 14
        [$l, $m] = pair(); // def: l local; def: m local
        $this->repo->find("x {$v->name} $m"); // ref: find call of repo; ref: repo read of this; ref: name read of v; ref: m read -> 15
        if ($v instanceof Item && !\is_null($v)) { return match(true) { default => \App\util() }; } // ref: Item type -> 2; ref: util call of App
        $o = new class(1) extends Base { public $z; }; // ref: Base inherit; def: z field
    }
}
it('works', function () { expect(1)->toBe(1); }); // def: works function test; ref: toBe call of expect
`)
}

func TestTroubleDoesNotSwallowTheRest(t *testing.T) {
	t.Parallel()
	langtest.Check(t, php.Languages()[0], `<?php
function before() {} // def: before function
class Broken { function bad($a) { $x = ; <<<<<<< } }
function after() {} // def: after function
`)
}
