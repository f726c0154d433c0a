//go:build tools

package main

import _ "github.com/summerwind/h2spec/cmd/h2spec"
