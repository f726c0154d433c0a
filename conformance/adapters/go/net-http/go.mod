module sparring/conformance/net-http

go 1.22
