package ruby_test

import (
	"path"
	"testing"

	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/graph/resolve/ruby"
	langruby "github.com/lc-index/lc/index/lang/ruby"
)

var setup = resolvetest.Setup{
	Languages: langruby.Languages(),
	Rules:     ruby.Rules{},
	LanguageOf: func(p string) string {
		return map[string]string{".rb": langruby.Name, ".erb": langruby.TemplateName}[path.Ext(p)]
	},
}

func TestNamesReceiversAndReopenedClasses(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup, `
-- lib/shop/item.rb --
module Shop
  LIMIT = 3
  class Item < Base # link: Base -> lib/shop/base.rb:2
    def initialize(name)
      @name = name
      register(name) # link: register -> lib/shop/base.rb:3
    end
    def label; @name; end # link: @name -> lib/shop/item.rb:5
    def self.build; new(LIMIT); end # link: LIMIT -> lib/shop/item.rb:2; link: new -> lib/shop/item.rb:3 + lib/shop/item.rb:4
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
  subject { described_class.new(1) } # link: new -> lib/shop/item.rb:3 + lib/shop/item.rb:4
  describe "label" do
    it "labels" do
      item.label # link: item -> spec/item_spec.rb:2; link: label -> lib/shop/item.rb:8
      label # link: label -> none
    end
  end
end
`)
}

func TestConstants(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup, `
-- lib/a.rb --
module A
  class Error < StandardError; end # link: StandardError -> external ruby
  class Local; end
end
-- lib/error.rb --
class Error; end
class Local; end
-- lib/parent.rb --
class Parent
  class Error; end
  DEEP = 1
end
-- lib/child.rb --
module A
  class Child < Parent # link: Parent -> lib/parent.rb:1
    def run
      raise Error # link: Error -> lib/a.rb:2
      raise ::Error # link: Error -> lib/error.rb:1
      DEEP # link: DEEP -> lib/parent.rb:3
      Missing # link: Missing -> none
    end
  end
end
-- lib/path.rb --
class A::Path
  Local # link: Local -> lib/error.rb:2
  A::Local # link: Local -> lib/a.rb:3
end
-- lib/ext.rb --
class Gone::Test # opens a class of somewhere else
  def helper; end
end
-- lib/use.rb --
class Mine < Gone::Test # link: Test -> lib/ext.rb:1
  def go; helper; end # link: helper -> lib/ext.rb:2
end
-- lib/mixed.rb --
include A
Child # link: Child -> lib/child.rb:2
`)
}

func TestClassesAreValuesOfTheirOwn(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup, `
-- service.rb --
module Tools
  def self.config; end
  def config; end
end
class Service
  include Tools # link: Tools -> service.rb:1
  def self.call(*args)
    new(*args).call # link: call -> service.rb:11 + service.rb:19; link: new -> service.rb:5
  end
  def name=(v); end
  def call; self.class.reset; end # link: reset -> service.rb:12
  def self.reset; config; end
  def other; config; self.name = 1; end # link: config -> service.rb:3 + service.rb:21; link: name -> service.rb:10
  class Inner
    def go; other; end # link: other -> none
  end
end
class Special < Service
  def call; super; end # link: call -> service.rb:11
  def other; super(); end # link: other -> service.rb:13
  def config; super; end # link: config -> service.rb:3
end
Service.call # link: call -> service.rb:7
Tools.config # link: config -> service.rb:2
Service.new.call # link: call -> service.rb:11 + service.rb:19
-- concern.rb --
module Findable
  module ClassMethods
    def lookup; end
  end
end
-- model.rb --
class Order
  include Findable
  has_many :items
  before_save :stamp # link: stamp -> model.rb:5
  def stamp; items.each { |i| i.price }; end # link: items -> model.rb:3; link: price -> model.rb:9
end
class Item
  belongs_to :order
  def price; order.stamp; end # link: stamp -> model.rb:5
end
Order.lookup # link: lookup -> concern.rb:3
Order.find(1).stamp # link: stamp -> model.rb:5
`)
}

func TestGuessesFitTheArguments(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup, `
-- a.rb --
class A
  def convert(x, y); end
  def gsub(a, b); end
end
-- b.rb --
def run(v)
  v.convert(1, 2) # link: convert ~ a.rb:2
  v.convert(1) # link: convert -> none
  v.gsub(1, 2) # link: gsub -> none
end
-- app/helpers/page_helper.rb --
module PageHelper
  def heading; end
end
-- app/views/page.html.erb --
<h1><%= heading # link: heading ~ app/helpers/page_helper.rb:2
%></h1>
-- Rakefile.rb --
task :one do
end
task two: [:one] do # link: one -> Rakefile.rb:1
end
`)
}
