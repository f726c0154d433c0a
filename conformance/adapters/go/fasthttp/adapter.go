// fasthttp, with a client for each session. It has no cookies, and decodes content only when it is told to.
package main

import (
	"bytes"
	"runtime/debug"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
	"sparring/conformance/protocol"
)

// The limit of the functions that follow redirects without one of their own.
const maxRedirects = 16

func run(q protocol.Request, out protocol.Outcome, client *fasthttp.Client) {
	request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(response)
	defer fasthttp.ReleaseRequest(request)
	request.Header.SetMethod(q.Method)
	request.SetRequestURI(q.URL)
	request.SetTimeout(time.Duration(q.Timeout * float64(time.Second)))
	for _, pair := range q.Headers {
		request.UseHostHeader = request.UseHostHeader || strings.EqualFold(pair[0], "host")
		request.Header.Add(protocol.Octets(pair[0]), protocol.Octets(pair[1]))
	}
	if content := q.Content(); content != nil && q.BodyKind == "stream" {
		request.SetBodyStream(bytes.NewReader(content), -1)
	} else if content != nil {
		request.SetBody(content)
	}
	var err error
	if follows, limit := q.Follows(); !follows {
		err = client.Do(request, response)
	} else if limit > 0 {
		err = client.DoRedirects(request, response, limit)
	} else {
		err = client.DoRedirects(request, response, maxRedirects)
	}
	if err != nil {
		out.Fail(protocol.Classify(err), err)
		return
	}
	headers := [][2]string{}
	for name, value := range response.Header.All() {
		headers = append(headers, [2]string{string(name), string(value)})
	}
	out.Head(response.StatusCode(), headers)
	out.Content(response.Body())
}

func main() {
	version := "unknown"
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, module := range build.Deps {
			if module.Path == "github.com/valyala/fasthttp" {
				version = strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	supports := []string{"redirects", "max-redirects", "stream", "ca", "raw-fields"}
	protocol.Serve(protocol.Outcome{"client": "fasthttp", "version": version, "supports": supports}, func() (func(protocol.Request, protocol.Outcome), func()) {
		client := &fasthttp.Client{}
		return func(q protocol.Request, out protocol.Outcome) { run(q, out, client) }, client.CloseIdleConnections
	})
}
