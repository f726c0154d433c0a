// Command go-httpbin is the server of the package, with the limits of its own command and without a log of requests.
package main

import (
	"flag"
	"log"
	"net/http"
	"time"

	"github.com/mccutchen/go-httpbin/v2/httpbin"
)

func main() {
	host, port := flag.String("host", "127.0.0.1", ""), flag.String("port", "8080", "")
	cert, key := flag.String("https-cert-file", "", ""), flag.String("https-key-file", "", "")
	flag.Parse()
	server := &http.Server{
		Addr: *host + ":" + *port, Handler: httpbin.New(),
		ReadTimeout: 5 * time.Second, ReadHeaderTimeout: time.Second, MaxHeaderBytes: 16 * 1024,
	}
	if *cert == "" {
		log.Fatal(server.ListenAndServe())
	}
	log.Fatal(server.ListenAndServeTLS(*cert, *key))
}
