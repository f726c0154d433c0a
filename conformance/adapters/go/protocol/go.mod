module sparring/conformance/protocol

go 1.22
