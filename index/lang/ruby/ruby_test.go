package ruby_test

import (
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/ruby"
)

func TestDeclarations(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, ruby.Languages()[0], `# frozen_string_literal: true
require 'json' # imp: json
require_relative "lib/item" # imp: lib/item
autoload :Bar, "bar" # imp: bar Bar

# Keeps items. Not for sale.
module Shop::Stock # def: Stock module; ref: Shop type -> free
  class Shelf < Base::Rack # def: Stock.Shelf class; ref: Rack inherit of Base
    include Enumerable, Lib::Tagged # ref: Enumerable inherit; ref: Tagged inherit of Lib
    extend self
    LIMIT = 10 # def: LIMIT constant
    LOW, HIGH = 1, 2 # def: LOW constant; def: HIGH constant
    attr_accessor :name, :age # def: name property; def: age property
    @@count = 0 # def: @@count field static
    alias_method :old, :fresh # def: old method; ref: fresh read
    alias to_str to_s # def: to_str method
    delegate :size, :each, to: :items # def: size property; def: each property; ref: items call
    Point = Struct.new(:x, :y) do # def: Point struct; def: y property
      def dist; x + LIMIT; end # def: Stock.Shelf.Point.dist method; ref: LIMIT read -> 11; ref: x call
    end
    def initialize(a, b = 2, *rest, key:, **kw, &blk) # def: initialize constructor; def: key parameter; def: blk parameter
      @name = a # def: @name field; ref: a read -> 21
      @list ||= [] # def: @list field
      super(a) # ref: initialize call of super
    end
    def self.make(*) = new(1) # def: make method static; ref: new call -> free
    class << self
      def build; @name; Shelf.new(1); end # def: build method static; ref: @name read -> 22; ref: Shelf call -> 8
      private
      def hidden; end # def: hidden method private
    end
    def open; end # def: open method exported
    private
    def secret?; helper; self.other = 1; end # def: secret? method private; ref: helper call -> free; ref: other write of self
    def shown!; end # def: shown! method public
    public :shown!
    private def inline; end # def: inline method private
    def [](i) = @list[i] # def: [] method; ref: @list read -> 23
    define_method(:dyn) { |x| x.foo } # def: dyn method; ref: foo call of x
    protected attr_reader :zed # def: zed property protected
  end
end
def top(x) # def: top function
end
task :build => [:x] do # def: build function entry
end
$glob = 1 # def: $glob variable
__END__
def ghost; end # no: ghost
`)
	if f.Summary != "Keeps items." {
		t.Errorf("summary = %q", f.Summary)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	langtest.Check(t, ruby.Languages()[0], `
def top(x)
  y = x.map { |e| e.size + x }.select(&:odd?) # def: y local; ref: size call of e; ref: x read -> 2; ref: odd? call of ?
  for i in y do show i end # ref: y read -> 3; ref: i read -> 4; ref: show call
  begin
    risky # ref: risky call -> free
  rescue Lib::Err, IOError => e # ref: Err type of Lib; ref: IOError type
    log(e) # ref: e read -> 7
  end
  case x
  when Integer then 1 # ref: Integer type
  end
  case x
  in {name: String => n, age:} then [n, age] # ref: n read -> 14; ref: age read -> 14
  in [a, *b] then a # ref: a read -> 15
  end
  l = ->(q) { q.go } # ref: go call of q
  l&.call(<<~T, "a#{y}b") # ref: call call of l; ref: y read -> 3
    text #{x}
  T
  x.y = 5 # ref: y write of x
  Shop::Stock.find(::Top).save # ref: find call of Stock; ref: Stock type of Shop; ref: Top type; ref: save call of find
  %w[a b].each(&method(:top)) # ref: top read -> free
  y
end
`)
}

func TestMacros(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, ruby.Languages()[0], `
class Order < Struct.new(:code, :total) # def: code property; def: total property
  has_many :line_items, if: :open? # def: line_items property; ref: open? read -> free
  belongs_to :buyer, class_name: "Shop::Person" # def: buyer property; ref: Shop type; ref: Person type of Shop
  scope :open, -> { where(state: 1) } # def: open method static
  before_save :touch_all, only: :never # ref: touch_all read -> free; no: never
  delegate :name, to: :buyer, prefix: true # def: buyer_name property; ref: name call of buyer
  def_delegator :@rows, :first, :head # def: head property; ref: first call of @rows
  rescue_from Boom, with: :fail! # ref: fail! read
  cattr_accessor :level # def: level property static
  class_methods do
    def all_open; end # def: all_open method static
    private
  end
  def after; new; end # def: after method public; ref: new call -> free
  def self.make(a, b: 1) = new(a, b: b, **{}) # def: make method static; ref: new call
  def one; end # def: one method private
  def two; end # def: two method private
  private *%i[one two]
  def self.hid; end # def: hid method static private
  private_class_method :hid
  module_function def both; end # def: both method static
  undef_method :gone # ref: gone read
  undef older # ref: older read -> free
  class << self
    attr_reader :cache # def: cache property static
    alias_method :stash, :cache # def: stash method static
  end
  module ClassMethods
    def mixed; end # def: mixed method static
  end
end
class Order::Line; end # def: Line class
Line # ref: Line type -> free
::Order # ref: Order type -> free
`)
	for i := range f.Symbols {
		s := &f.Symbols[i]
		switch s.Name {
		case "make":
			if s.Init < 0 || f.Refs[s.Init].Flags&lang.RefNew == 0 || f.Refs[s.Init].Args != 2 {
				t.Errorf("make returns reference %d, want one that makes an instance of two arguments", s.Init)
			}
		case "line_items":
			if s.Type < 0 || f.Refs[s.Type].Name != "LineItem" || f.Refs[s.Type].Flags&lang.RefContainer == 0 {
				t.Errorf("line_items has type %d, want a container of LineItem", s.Type)
			}
		}
	}
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	langtest.Check(t, ruby.Languages()[1], `<h1 class="a"><%= title %></h1> <%# ref: title call -> free %>
<% @items.each do |item| -%> <% if item.ok? %> yes <% else %> no <% end %> <%# ref: ok? call of item; def: item parameter; no: yes %>
<%% plain %> <%= link_to item.name, Shop::Cart %> <%# no: plain; ref: Cart type of Shop; ref: item read -> 2 %>
<% end %>
<%= unfinished
`)
}

func TestSuites(t *testing.T) {
	t.Parallel()
	langtest.Check(t, ruby.Languages()[0], `
RSpec.describe Shelf do # def: Shelf function test; ref: Shelf type
  let(:item) { Item.new } # def: item function; ref: Item call
  it "keeps things" do
    expect(item.go).to eq 1 # ref: item call; ref: go call of item; ref: to call of expect
  end
  context 'when full' do
  end
end
describe Cart, "#add" do # def: Cart function test
  subject { described_class.new } # def: subject function; ref: new call of =
  shared_examples "acart" do # def: acart function test
  end
  it_behaves_like "acart" # ref: acart call -> free
  it "adds" do
    create(:user) # no: user
  end
end
class ShelfTest < Minitest::Test # def: ShelfTest class test
  def test_it; assert_equal 1, top(1); end # def: test_it method test; ref: top call
  test "named" do
  end
end
`)
}

func TestTroubleDoesNotSwallowTheRest(t *testing.T) {
	t.Parallel()
	langtest.Check(t, ruby.Languages()[0], `
def before; end # def: before function
<<<<<<< ours
x = ) (
>>>>>>> theirs
def after; end # def: after function
`)
}
