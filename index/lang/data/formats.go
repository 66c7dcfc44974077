package data

// format is a kind of data file that is known by its top-level keys.
type format struct {
	name   string         // For the summary of the file.
	all    []string       // Keys that it must have.
	any    []string       // … and one of these; empty for no condition.
	levels map[string]int // Levels below a top-level key that are listed; nil for a file that is not read by people.
	other  int            // Levels below the other top-level keys.
	about  string         // The top-level key whose entries the summary names.
}

// formats in the order in which they are tried.
var formats = []format{
	{
		name: "lock file", any: []string{"lockfileVersion", "lockFileVersion", "lock-version", "__metadata", "content-hash", "_meta", "manifest-version", "metadata-files"},
	},
	{name: "interface description", all: []string{"paths"}, any: []string{"openapi", "swagger"}, about: "paths",
		levels: map[string]int{"paths": 2, "components": 2, "definitions": 1, "webhooks": 1, "parameters": 1, "responses": 1, "securityDefinitions": 1}},
	{name: "event interface description", all: []string{"asyncapi"}, about: "channels",
		levels: map[string]int{"channels": 1, "operations": 1, "components": 2, "servers": 1}},
	{name: "package manifest", all: []string{"name", "version", "exports"}, about: "scripts",
		levels: map[string]int{"scripts": 1, "bin": 1, "dependencies": 1, "devDependencies": 1, "peerDependencies": 1, "optionalDependencies": 1, "engines": 1, "imports": 1}},
	{name: "package manifest", any: []string{"dependencies", "devDependencies", "peerDependencies", "scripts", "workspaces"}, all: []string{"name"}, about: "scripts",
		levels: map[string]int{"scripts": 1, "bin": 1, "exports": 1, "imports": 1, "dependencies": 1, "devDependencies": 1, "peerDependencies": 1, "optionalDependencies": 1, "engines": 1}},
	{name: "package manifest", any: []string{"require", "require-dev", "autoload"}, all: []string{"name"}, about: "require",
		levels: map[string]int{"require": 1, "require-dev": 1, "autoload": 2, "autoload-dev": 2, "scripts": 1, "bin": 1}},
	{name: "package manifest", any: []string{"scripts", "dependencies", "devDependencies"}, all: []string{"private"}, about: "scripts",
		levels: map[string]int{"scripts": 1, "dependencies": 1, "devDependencies": 1}},
	{name: "workflow", all: []string{"jobs"}, any: []string{"on", "true", "\"on\"", "version", "workflows"}, about: "jobs",
		levels: map[string]int{"jobs": 1, "on": 1, "workflows": 1, "commands": 1, "executors": 1, "orbs": 1, "env": 1, "inputs": 1, "outputs": 1}},
	{name: "action", all: []string{"runs"}, any: []string{"inputs", "outputs", "description"}, about: "inputs",
		levels: map[string]int{"inputs": 1, "outputs": 1}},
	{name: "services", all: []string{"services"}, about: "services",
		levels: map[string]int{"services": 1, "volumes": 1, "networks": 1, "configs": 1, "secrets": 1}},
	{name: "stack", all: []string{"Resources"}, any: []string{"AWSTemplateFormatVersion", "Transform", "Outputs", "Parameters"}, about: "Resources",
		levels: map[string]int{"Resources": 1, "Parameters": 1, "Outputs": 1, "Mappings": 1, "Conditions": 1}},
	{name: "schema", any: []string{"$schema", "$id", "$defs", "definitions"}, all: []string{"properties"}, about: "properties",
		levels: map[string]int{"properties": 1, "definitions": 1, "$defs": 1}},
	{name: "schema", all: []string{"$schema"}, any: []string{"definitions", "$defs"}, about: "definitions",
		levels: map[string]int{"definitions": 1, "$defs": 1}},
	{name: "compiler options", any: []string{"compilerOptions"}, levels: map[string]int{"compilerOptions": 1}},
	{name: "package manifest", any: []string{"package", "workspace"}, all: []string{"dependencies"}, levels: map[string]int{}, other: 1},
	{name: "package manifest", any: []string{"workspace", "workspace.package", "workspace.dependencies"}, levels: map[string]int{}, other: 1},
	{name: "project", any: []string{"project", "build-system", "tool.poetry"}, levels: map[string]int{}, other: 1},
	{name: "rules", all: []string{"groups"}, about: "groups", levels: map[string]int{"groups": 3}},
}

// formatOf returns the format of a document, nil when it is of none.
func (o *outliner) formatOf(doc int32) *format {
	keys := make(map[string]bool)
	for _, c := range o.children(doc) {
		keys[o.nodes[c].key] = true
	}
	for i := range formats {
		f := &formats[i]
		ok := len(f.any) == 0
		for _, k := range f.any {
			ok = ok || keys[k]
		}
		for _, k := range f.all {
			ok = ok && keys[k]
		}
		if ok {
			return f
		}
	}
	return nil
}

// itemNames are keys whose value names the item of a list that has them.
var itemNames = []string{"name", "id", "alert", "record", "job_name", "title"}
