// The client of the standard library: an http.Client with a cookie jar for each session.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"runtime"
	"strings"
	"time"

	"sparring/conformance/protocol"
)

func run(q protocol.Request, out protocol.Outcome, client http.Client) {
	if q.IsDigest() {
		out["unsupported"] = "the client has no Digest"
		return
	}
	var body io.Reader
	if content := q.Content(); content != nil {
		body = bytes.NewReader(content)
		if q.BodyKind == "stream" {
			body = io.MultiReader(body)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, q.Method, q.URL, body)
	if err != nil {
		out.Fail("invalid-request", err)
		return
	}
	for _, pair := range q.Headers {
		if strings.EqualFold(pair[0], "host") {
			request.Host = protocol.Octets(pair[1])
		} else {
			request.Header.Add(protocol.Octets(pair[0]), protocol.Octets(pair[1]))
		}
	}
	if q.Auth != nil {
		request.SetBasicAuth(q.Auth.User, q.Auth.Password)
	}
	client.Timeout = time.Duration(q.Timeout * float64(time.Second))
	if follows, limit := q.Follows(); !follows {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	} else if limit > 0 {
		client.CheckRedirect = func(_ *http.Request, via []*http.Request) error {
			if len(via) > limit {
				return fmt.Errorf("stopped after %d redirects", limit)
			}
			return nil
		}
	}
	response, err := client.Do(request)
	if err != nil {
		out.Fail(protocol.Classify(err), err)
		return
	}
	defer response.Body.Close()
	out.Head(response.StatusCode, protocol.Pairs(response.Header))
	out["url"] = response.Request.URL.String()
	if count := q.AbortsAt(); count >= 0 {
		io.CopyN(io.Discard, response.Body, count)
		cancel()
		out.Fail("aborted", errors.New("cancelled"))
		return
	}
	content, err := io.ReadAll(response.Body)
	out.Content(content)
	if err != nil {
		out.Fail(protocol.Classify(err), err)
	}
}

func main() {
	supports := []string{"redirects", "max-redirects", "cookies", "auth", "stream", "ca", "abort", "raw-fields"}
	protocol.Serve(protocol.Outcome{"client": "net/http", "version": runtime.Version(), "supports": supports}, func() (func(protocol.Request, protocol.Outcome), func()) {
		jar, _ := cookiejar.New(nil)
		client := http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), Jar: jar}
		return func(q protocol.Request, out protocol.Outcome) { run(q, out, client) }, client.CloseIdleConnections
	})
}
