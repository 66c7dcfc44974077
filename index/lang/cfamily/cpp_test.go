package cfamily_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang/cfamily"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func TestCpp(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, language(t, cfamily.Cpp), `
#include <vector>                       // imp: vector * static
namespace shop {                        // def: shop namespace
class Base {                            // def: shop.Base class
 public:
  virtual ~Base();                      // def: shop.Base.~Base method declaration
  virtual int price() const = 0;        // def: shop.Base.price method abstract
  static int count;                     // def: shop.Base.count field static
 private:
  int secret_;                          // def: shop.Base.secret_ field private
};
class EXPORT Item : public Base, other::Mix { // def: shop.Item class; ref: Base inherit -> 4; ref: Mix inherit of other
 public:
  Item(int id) : id_(id) {}             // def: shop.Item.Item constructor; ref: id_ write -> 21; ref: id read -> 14
  int price() const override { return id_; } // def: shop.Item.price method override; ref: id_ read -> 21
  int total(int n);                     // def: shop.Item.total method declaration
  bool operator==(const Item& o) const { return id_ == o.id_; } // def: shop.Item.operator== method; ref: id_ read of o
  template <typename T> T as(T t) { return t; } // def: shop.Item.as method; def: shop.Item.as.t parameter; ref: T type
  using Id = int;                       // def: shop.Item.Id type
  enum class Kind { kA, kB };           // def: shop.Item.Kind enum; def: shop.Item.Kind.kA enum-member
  int id_;                              // def: shop.Item.id_ field
  Kind kind_ = Kind::kA;                // ref: kA read of Kind; ref: Kind type -> 20
};
int Item::total(int n) {                // def: shop.Item.total method; ref: Item type -> 12
  return price() * n + this->id_;       // ref: price call -> 15; ref: id_ read of this
}
namespace { int hidden() { return 1; } } // def: shop.(anonymous).hidden function private
inline int use() {                      // def: shop.use function
  Item* item = new Item(hidden());      // ref: Item call; ref: hidden call -> 27
  auto other = Item(2);                 // ref: Item call
  std::vector<Item> items;              // ref: Item type; ref: vector type of std
  for (auto& i : items) i.price();      // ref: price call of i; ref: items read -> 31
  auto f = [&](int x) { return x + item->total(3); }; // ref: total call of item; ref: x read
  return static_cast<Base*>(item)->price(); // ref: price call of Base
}
}  // namespace shop
void Far::run(int a) { helper_(a); }    // def: Far impl synthetic; def: Far.run method; ref: helper_ call -> free
void Far::stop() { run(1); }            // def: Far.stop method; ref: run call -> 37
template <class T> struct Box { T value; }; // def: Box struct; def: Box.value field
template <class T> int size(const Box<T>& b) { return sizeof(b.value); } // def: size function; ref: Box type -> 39; ref: value read of b
using Int = Box<int>;                   // def: Int type; ref: Box type -> 39
namespace a::b { int deep; }            // def: a.b.deep variable
int x = a::b::deep;                     // ref: b read of a; ref: deep read of b
TEST(Suite, Works) { EXPECT_EQ(1, size(x)); } // def: Suite.Works function test; ref: size call -> 40
extern "C" { int plain(int); }          // def: plain function declaration
`)
	if f.ErrorBytes != 0 {
		t.Errorf("error bytes = %d, want 0: %v", f.ErrorBytes, f.Problems)
	}
	if f.Package != "shop" {
		t.Errorf("package = %q, want shop", f.Package)
	}
	impls := 0
	for i := range f.Symbols {
		if f.Symbols[i].Kind == schema.KindImpl {
			impls++
		}
	}
	if impls != 1 {
		t.Errorf("%d synthetic parents, want one a class", impls)
	}
}

func TestOperatorsHaveTheirNames(t *testing.T) {
	t.Parallel()
	f, err := language(t, cfamily.Cpp).Extract([]byte(`
void *operator new(unsigned long n);
void operator delete [] (void *p) noexcept {}
struct V {
	operator bool() const;
	explicit operator const char *() const { return 0; }
	V &operator = (const V &);
	V operator()(int) const;
};
V::operator bool() const { return true; }
`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range f.Symbols {
		if s := &f.Symbols[i]; strings.HasPrefix(s.Name, "operator") {
			got = append(got, s.Name+" "+s.Kind.String())
		}
	}
	want := "operator new function, operator delete[] function, operator bool method, operator const char * method, operator= method, operator() method, operator bool method"
	if have := strings.Join(got, ", "); have != want {
		t.Errorf("operators are\n%s\nwant\n%s", have, want)
	}
}

// Neither what only Objective-C compiles nor what no branch of it would is read.
func TestObjectiveCOfHeadersIsNotRead(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, language(t, cfamily.Cpp), `
#ifdef __OBJC__
@class NSString;
#if !ARC
inline id perform(id obj, SEL sel) {    // no: perform
	if( [obj respondsToSelector: sel] )
		return [obj performSelector: sel];
	return nil;
}
#else
inline id perform(id obj, SEL sel) {
#ifdef __clang__
#pragma clang diagnostic push
#endif
	return [obj performSelector: sel];
}
#endif
#endif
#if !defined(__OBJC__)
namespace a {                           // def: a namespace
 #if !defined(CHECK)
    struct Borg {                       // def: a.Borg struct
        template<typename T> Borg( T const& ); // def: a.Borg.Borg constructor declaration
    };
 #endif
}
#endif
`)
	if len(f.Problems) > 0 {
		t.Errorf("problems: %v", f.Problems)
	}
}
