module sparring/conformance/resty

go 1.23.0

require (
	github.com/go-resty/resty/v2 v2.17.2
	sparring/conformance/protocol v0.0.0
)

require golang.org/x/net v0.43.0 // indirect

replace sparring/conformance/protocol => ../protocol
