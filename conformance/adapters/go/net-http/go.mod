module sparring/conformance/net-http

go 1.22

require sparring/conformance/protocol v0.0.0

replace sparring/conformance/protocol => ../protocol
