package ruby_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/graph/resolve/ruby"
	langruby "github.com/lc-index/lc/index/lang/ruby"
)

func TestNamesReceiversAndReopenedClasses(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, resolvetest.Setup{
		Languages: langruby.Languages(),
		Rules:     ruby.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".rb") {
				return "ruby"
			}
			return ""
		},
	}, `
-- lib/shop/item.rb --
module Shop
  LIMIT = 3
  class Item < Base # link: Base -> lib/shop/base.rb:2
    def initialize(name)
      @name = name
      register(name) # link: register -> lib/shop/base.rb:3
    end
    def label; @name; end # link: @name -> lib/shop/item.rb:5
    def self.build; new(LIMIT); end # link: LIMIT -> lib/shop/item.rb:2
  end
end
-- lib/shop/base.rb --
module Shop
  class Base
    def register(x); puts x; end # link: puts -> external ruby
  end
end
-- lib/shop/more.rb --
class Shop::Item # link: Shop -> lib/shop/base.rb:1
  def extra; label; end # link: label -> lib/shop/item.rb:8
end
-- bin/run.rb --
require "shop/item"
item = Shop::Item.new("a") # link: Item -> lib/shop/item.rb:3 + lib/shop/item.rb:4
item.label # link: label -> lib/shop/item.rb:8
item.extra # link: extra -> lib/shop/more.rb:2
def top; String.new; end # link: String -> external ruby
top # link: top -> bin/run.rb:5
unknown_call # link: unknown_call -> none
-- spec/item_spec.rb --
describe Shop::Item do # link: Item -> lib/shop/item.rb:3
  let(:item) { Shop::Item.build } # link: build -> lib/shop/item.rb:9
  it "labels" do
    item # link: item -> spec/item_spec.rb:2
  end
end
`)
}
