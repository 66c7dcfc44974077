package elixir_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/elixir"
	"github.com/lc-index/lc/index/lang/langtest"
)

func check(t *testing.T, src string) *lang.Facts {
	t.Helper()
	return langtest.Check(t, elixir.Languages()[0], src)
}

func TestModule(t *testing.T) {
	t.Parallel()
	f := check(t, `
defmodule Shop.Cart do # def: Shop.Cart module exported
  @moduledoc """
  A cart of things. More.

      def not_code(x), do: x
  """
  use GenServer, restart: :temporary # imp: GenServer * static; no: restart
  alias Shop.{Item, Price} # imp: Shop.Item as Item; imp: Shop.Price as Price; def: Item import; def: Price import
  alias Shop.Customer, as: Who # imp: Shop.Customer as Who; def: Who import; no: Customer
  alias __MODULE__.Line # imp: Shop.Cart.Line as Line
  import Ecto.Query, only: [from: 2] # imp: Ecto.Query from as from
  require Logger # imp: Logger
  @behaviour Plug # ref: Plug inherit
  @limit 5_000 # def: limit constant private
  @limit @limit + 1 # ref: limit write -> 15; ref: limit read -> 15
  defstruct [:id, lines: [], owner: %Who{}] # def: Shop.Cart.id field; def: Shop.Cart.lines field; ref: Who type -> 10
  @type t :: %__MODULE__{id: integer(), owner: Who.t()} # def: Shop.Cart.t type public; ref: t type of Who; ref: __MODULE__ -> 2; no: integer
  @typep pair(x) :: {x, Item.t} # def: pair type private; def: x type-parameter; ref: t type of Item
  @callback total(cart :: t) :: Price.t # def: total method abstract; ref: t type -> 18; ref: t type of Price

  @doc "Adds an item. And more."
  @spec add(t, integer) :: {:ok, t} | Who.t() # ref: t type -> 18; no: integer
  def add(cart, count \\ 1) when count > 0 do # def: Shop.Cart.add function public; def: cart parameter; def: count parameter; ref: count -> 24
    next = cart.lines ++ [count] # def: next local; ref: lines read of cart; ref: cart -> 24
    {:ok, item} = Item.find(next) # ref: find call of Item; ref: Item -> 9; def: item local
    %Shop.Cart{lines: item} |> finish() # ref: Shop.Cart type -> 2; ref: lines write of Shop.Cart; ref: finish call -> 32
    add(cart) # ref: add call -> 24
    Item.Sub.call(1) # ref: Item -> 9; ref: Sub of Item; ref: call call of Sub
    other_thing # ref: other_thing call -> free
  end
  defp finish(%{lines: lines} = cart), do: {lines, cart, @limit} # def: finish function private; ref: lines read -> 32; ref: limit read -> 15
  @impl true
  @deprecated "no"
  def add(:none), do: helper() # def: add function override deprecated; ref: helper call -> 36
  defmacro helper, do: quote(do: 1) # def: helper macro
  defguard is_big(x) when x > 10 # def: is_big macro; ref: x -> 37
  defdelegate size(m), to: Map, as: :count # def: size function; ref: count call of Map
  def a <~> b, do: {a, b} # def: <~> function; ref: b -> 39
  def unquote(name)(), do: name # no: unquote

  defmodule Line do # def: Shop.Cart.Line module
    defexception [:message] # def: Shop.Cart.Line.message field
  end
end

defprotocol Sized do # def: Sized interface
  def size(x) # def: Sized.size method abstract
end

defimpl Sized, for: [Shop.Cart, Map] do # ref: Sized inherit -> 47; ref: Shop.Cart type -> 2; ref: Map type -> free
  def size(x), do: x # def: size method override
end
`)
	if f.Summary != "A cart of things." {
		t.Errorf("summary = %q", f.Summary)
	}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		switch {
		case s.Name == "add" && s.NameLine == 24:
			if s.Doc != "Adds an item." || s.Span.StartLine != 22 || s.Arity != 2 || s.Signature != `def add(cart, count \\ 1) when count > 0` {
				t.Errorf("add: doc %q, starts on line %d, arity %d, signature %q", s.Doc, s.Span.StartLine, s.Arity, s.Signature)
			}
		case s.Name == "not_code":
			t.Error("an example in documentation is a symbol")
		case s.NameLine == 51:
			if s.Name != "Sized for Shop.Cart" {
				t.Errorf("the implementation is called %q", s.Name)
			}
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	f := check(t, `
defmodule M do
  def run(list, opts) do
    case list do
      {:x, y} when y > 1 -> y # def: y local; ref: y -> 5
      ^opts -> opts # ref: opts -> 3
      %name{} = s -> {name, s} # def: name local; ref: name -> 7; ref: s -> 7
      _ -> nil
    end
    with {:ok, a} <- fetch(list), b = a do # ref: fetch call -> free; ref: a -> 10; def: b local
      {a, b} # ref: a -> 10; ref: b -> 10
    else
      :error -> nil
    end
    for x <- list, y = f(x), into: %{}, do: {x, y} # ref: x -> 15; ref: y -> 15; ref: f call
    g = fn p, q -> p + q end # def: p local; ref: q -> 16; def: g local
    g.(1, 2) # ref: g call -> 16
    Enum.map(list, &run/2) # ref: map call of Enum; ref: run read -> 3
    Enum.map(list, &Other.f/1) # ref: f read of Other
    list |> Enum.filter(& &1.ok) |> run(opts) # ref: filter call of Enum; ref: run call -> 3
    try do
      risky()
    rescue
      e in [RuntimeError] -> e # ref: e -> 24; ref: RuntimeError read
    end
    receive do
      {:msg, m} -> m # ref: m -> 27
    after
      10 -> :timeout
    end
    <<size::8, data::binary-size(size)>> = list # def: size local; def: data local; ref: size -> 31; no: binary
    "total #{run(list, 1)}" # ref: run call -> 3
    :erlang.now() # ref: now call of :erlang
    list = list ++ [1] # ref: list write -> 3; ref: list read -> 3
    if g, do: list, else: opts # no: if
  end
end
`)
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == "run" && s.Complexity != 11 {
			t.Errorf("complexity = %d, want 11", s.Complexity)
		}
	}
}

func TestTestsAndSchemas(t *testing.T) {
	t.Parallel()
	check(t, `
defmodule CartTest do
  use ExUnit.Case, async: true # imp: ExUnit.Case *
  setup do
    {:ok, a: 1}
  end
  describe "add" do # def: CartTest.add namespace test
    test "adds", %{a: a} do # def: CartTest.add.adds function test; def: a local
      assert Cart.add(a) == 1 # ref: add call of Cart; ref: a -> 8
    end
  end
  test "todo" # def: todo function test
  property "p" do # def: p function test
  end
end
defmodule User do
  use Ecto.Schema
  require Record
  schema "users" do # no: users
    field :name, :string, default: "x" # def: User.name field
    belongs_to :org, My.Org # def: User.org field; ref: My.Org read
  end
  Record.defrecord :point, x: 0, y: 1 # def: point struct; def: x field
  def field(a, b), do: {a, b} # def: field function
end
`)
}

func TestMistakesStayInTheirDefinition(t *testing.T) {
	t.Parallel()
	f := check(t, `
defmodule A do # def: A module
  def ok(x), do: x # def: A.ok function; ref: x -> 3
  def broken(x do # def: A.broken function
    x +
  end
  def later(y) do # def: A.later function
    foo(y
  end
  @spec z() :: atom
  defp z, do: :z # def: A.z function private
end

defmodule B do # def: B module
  def run do # def: B.run function
    A.ok(1) # ref: ok call of A; ref: A -> 2
    if x do
  end
end
defmodule C do # def: C module
  def c, do: 1 # def: C.c function
end
`)
	if len(f.Problems) == 0 || f.ErrorBytes == 0 {
		t.Errorf("%d problems, %d bytes of errors", len(f.Problems), f.ErrorBytes)
	}
	for i := range f.Refs {
		if n := f.Refs[i].Name; n == "def" || n == "defmodule" || n == "" {
			t.Errorf("line %d: a reference to %q", f.Refs[i].Line, n)
		}
	}
}

func TestDeepNestingIsAProblem(t *testing.T) {
	t.Parallel()
	const n = 30_000
	f, err := elixir.Languages()[0].Extract([]byte("x = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\ndefmodule B do\nend\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Problems) == 0 || f.Symbols[len(f.Symbols)-1].Name != "B" {
		t.Errorf("%d problems, last symbol %q", len(f.Problems), f.Symbols[len(f.Symbols)-1].Name)
	}
}

func TestIsTestPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{"test/a_test.exs": true, "test/support/case.ex": true, "lib/a.ex": false, "test/a.txt": false, "lib/a_test.exs": true} {
		if got := elixir.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v, want %v", path, got, want)
		}
	}
}
