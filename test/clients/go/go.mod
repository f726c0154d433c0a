module sparring/test/clients

go 1.19

require github.com/google/go-github/v28 v28.1.1

require (
	github.com/google/go-querystring v1.0.0 // indirect
	golang.org/x/crypto v0.0.0-20190308221718-c2843e01d9a2 // indirect
)
