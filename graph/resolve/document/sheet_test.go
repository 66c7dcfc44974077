package document_test

import (
	"path"
	"testing"

	"github.com/lc-index/lc/graph/resolve/document"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/index/lang/css"
)

func TestSheetsFindWhatTheyUse(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, resolvetest.Setup{
		Languages: css.Languages(), Rules: document.Sheets{},
		LanguageOf: func(at string) string {
			if ext := path.Ext(at); ext == ".css" || ext == ".scss" || ext == ".less" {
				return ext[1:]
			}
			return ""
		},
	}, `
-- main.scss --
@use "sass:math"; // link: sass:math -> external sass:math
@use "lib/colors" as c; // link: lib/colors -> lib/_colors.scss
@use "./lib/index" as *; // link: ./lib/index -> lib/_index.scss
@import "bootstrap/scss/x", "lib/old.css"; // link: bootstrap/scss/x -> external bootstrap; link: lib/old.css -> lib/old.css
.a {
  color: c.$red; // link: c -> lib/_colors.scss; link: $red -> lib/_colors.scss:1
  @include box; // link: box -> lib/_mixins.scss:1
  @include c.tint(1); // link: tint -> lib/_colors.scss:2
  width: math.div(1, 2); // link: div -> external sass:math
  top: var(--gap); // link: --gap ~ theme/a.css:1
  left: var(--many); // link: --many ~ theme/a.css:1 + theme/b.css:1
  @extend .old; // link: .old -> lib/old.css:1
  @include gone; // link: gone -> none
}
-- lib/_colors.scss --
$red: #f00;
@mixin tint($x) { a: $x } // link: $x -> lib/_colors.scss:2
-- lib/_index.scss --
@forward "mixins"; // link: mixins -> lib/_mixins.scss
-- lib/_mixins.scss --
@mixin box { a: b }
-- lib/old.css --
.old { a: b }
-- theme/a.css --
:root { --gap: 1px; --many: 1 }
.x { background: url(../img/x.png) url("none.png") } /* link: ../img/x.png -> none; link: none.png -> none */
-- theme/b.css --
:root { --many: 2 }
`)
}
