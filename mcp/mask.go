package mcp

import "regexp"

// secret matches what is a credential beyond doubt, by its own form. No pattern
// holds a quote or a backslash that JSON would need, so that masked JSON stays
// valid; a line break may stand as such or as JSON writes it.
var secret = regexp.MustCompile(`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b` +
	`|\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{60,}\b` +
	`|\bglpat-[A-Za-z0-9_-]{20,}\b` +
	`|\bxox[abprs]-[A-Za-z0-9-]{20,}\b` +
	`|\bsk_live_[A-Za-z0-9]{20,}\b|\bsk-ant-[A-Za-z0-9_-]{40,}\b` +
	`|\bAIza[0-9A-Za-z_-]{35}\b|\bnpm_[A-Za-z0-9]{36}\b` +
	`|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[A-Za-z0-9+/=:\s,-]|\\[nrt])*?-----END [A-Z ]*PRIVATE KEY-----`)

// mask hides secrets, their first four characters kept.
func mask(text []byte) []byte {
	return secret.ReplaceAllFunc(text, func(found []byte) []byte {
		return append(append([]byte(nil), found[:4]...), "[masked secret]"...)
	})
}
