package hcl_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang/hcl"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func TestModule(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, hcl.Languages()[0], `# Network of a stage.

terraform { # def: terraform key
  required_providers {
    aws = { # def: terraform.aws key
      source = "hashicorp/aws" # imp: hashicorp/aws
    }
  }
  backend "s3" { # def: terraform.backend.s3 key
    bucket = var.bucket # ref: var.bucket read -> free
  }
}

# Where it runs.
variable "region" { # def: region variable exported public
  type    = list(object({ id = string })) # ref: string type; no: id
  default = "eu" # no: eu
}

provider "aws" { # def: provider.aws resource
}

provider "aws" { # def: provider.aws.west resource
  alias = "west"
}

locals {
  # Every zone.
  zones = { for k, v in var.region : k => v.id } # def: zones variable internal; ref: var.region -> 15; ref: k -> 29; ref: id of v
  names = [for z in local.zones : upper(z)] # ref: local.zones -> 29; ref: upper call -> free; ref: z -> 30
  label = "${var.region}-%{ if local.names }x%{ endif }" # ref: var.region -> 15; ref: local.names -> 30
}

resource "aws_instance" "web" { # def: aws_instance.web resource internal
  count    = length(local.names) # ref: length call
  provider = aws.west # ref: aws.west read -> 23
  ami      = data.aws_ami.base[count.index].id # ref: data.aws_ami.base -> 53; ref: id of data.aws_ami.base; ref: index of count
  user     = <<-EOT
    zone ${local.zones} # ref: local.zones -> 29
  EOT
  dynamic "disk" { # def: aws_instance.web.dynamic.disk key
    for_each = var.disks # ref: var.disks -> free
    content {
      size = disk.value.size # ref: disk -> 41; ref: value of disk; ref: size of value
    }
  }
  lifecycle {
    ignore_changes = [ami] # no: ami
  }
  depends_on = [module.net, aws_instance.db.0.id] # ref: module.net -> 56; ref: aws_instance.db -> free; ref: id of aws_instance.db
}

data "aws_ami" "base" { # def: data.aws_ami.base resource
}

module "net" { # def: module.net resource
  source    = "./net" # imp: ./net; ref: ./net import
  providers = { aws = aws.west } # ref: aws.west -> 23; no: aws
  vpc       = aws_instance.web[*].vpc # ref: vpc write of ./net; ref: aws_instance.web -> 34; ref: vpc read of aws_instance.web
  peers     = module.net.peers # ref: module.net -> 56; ref: peers of module.net
}

output "id" { # def: id variable exported
  description = "What it is."
  value       = provider::aws::arn(aws_instance.web.id...) # ref: provider::aws::arn call
}
`)
	if f.Summary != "Network of a stage." {
		t.Errorf("summary = %q", f.Summary)
	}
	docs := map[string]string{"region": "Where it runs.", "zones": "Every zone.", "id": "What it is."}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if want, ok := docs[s.Name]; ok && s.Doc != want {
			t.Errorf("doc of %s = %q, want %q", s.Name, s.Doc, want)
		}
		if s.Name == "region" && s.Signature != `variable "region": list(object({ id = string }))` {
			t.Errorf("signature of region = %q", s.Signature)
		}
	}
}

func TestOtherPrograms(t *testing.T) {
	t.Parallel()
	langtest.Check(t, hcl.Languages()[0], `
region = "eu" # def: region key

job "web" { # def: job.web resource
  group "front" { # def: job.web.group.front key
    task "nginx" { # def: job.web.group.front.task.nginx key
      driver = "docker"
    }
  }
}

dependency "vpc" { # def: dependency.vpc resource
  config_path = "../vpc"
}

inputs = { # def: inputs key
  vpc = dependency.vpc.outputs.id # ref: dependency.vpc -> 12; ref: outputs of dependency.vpc
}

run "first" { # def: run.first resource test
  assert {
    condition = run.first.ok # ref: run.first -> 20
  }
}
`)
}

func TestBrokenBlockKeepsTheNext(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, hcl.Languages()[0], `
variable "a" { # def: a variable
  type =
}

resource "x" "y" { # def: x.y resource
  list = [1,
}

resource "p" "q" { # def: p.q resource
  b = var.a # ref: var.a -> 2
}

resource "x" {

locals {
  after = 1 # def: after variable
}

output "o" { # def: o variable
  value = local.after # ref: local.after -> 17
}
`)
	if len(f.Problems) == 0 {
		t.Error("no problem is reported")
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == "a" && s.Span.EndLine > 6 {
			t.Errorf("a ends on line %d", s.Span.EndLine)
		}
	}
}

func TestDeepNestingIsAProblem(t *testing.T) {
	t.Parallel()
	const n = 20_000
	f, err := hcl.Languages()[0].Extract([]byte("a = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\nb = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Problems) == 0 {
		t.Error("no problem is reported")
	}
	if s := f.Symbols[len(f.Symbols)-1]; s.Name != "b" || s.Kind != schema.KindKey {
		t.Errorf("last symbol is %s %q", s.Kind, s.Name)
	}
}

func TestIsTestPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{"tests/a.tftest.hcl": true, "a.tofutest.hcl": true, "tests/main.tf": false, "a.hcl": false} {
		if got := hcl.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v, want %v", path, got, want)
		}
	}
}
