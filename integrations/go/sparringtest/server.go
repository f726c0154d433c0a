// Package sparringtest starts a Sparring server for the tests of HTTP clients. Each test has ports, rules, faults and
// recorded requests of its own.
package sparringtest

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// Server is the part of the server that one test uses. Except for Client, AllowUnmatched and String, its methods end the
// test with t.Fatal when the server rejects a call, so they must be called on the goroutine of the test.
type Server struct {
	// URL is the base of the URLs whose requests, rules and faults are those of the test.
	URL string
	// CA has the authority of the server alone; nil if the server has no TLS.
	CA *x509.CertPool

	t              testing.TB
	process        *sharedServer
	key            string
	client         *http.Client
	allowUnmatched atomic.Bool
}

// Start returns a part of the server for the test. The first call in the process starts the server, which ends with
// the process. When the test ends, a request that no rule took fails it, and a failed test prints its requests.
func Start(t testing.TB) *Server {
	t.Helper()
	s, _ := start(t)
	return s
}

// StartTLS is Start with a URL of HTTPS. Client trusts it, and so does any client with CA.
func StartTLS(t testing.TB) *Server {
	t.Helper()
	s, tlsURL := start(t)
	if tlsURL == "" {
		t.Fatalf("The server at %s has no TLS; start it with --tls-port 0.", s.process.URL)
	}
	s.URL = tlsURL
	return s
}

func start(t testing.TB) (s *Server, tlsURL string) {
	t.Helper()
	process, err := useSharedServer()
	if err != nil {
		t.Fatal(err)
	}
	s = &Server{t: t, process: process}
	name := t.Name()
	if len(name) > 1000 {
		name = name[:1000]
	}
	var bin struct{ Key, URL, TLSURL string }
	s.Control("POST", "/bins", map[string]any{"name": name}, &bin)
	s.key, s.URL = bin.Key, bin.URL
	if process.CA != nil {
		s.CA = x509.NewCertPool()
		s.CA.AppendCertsFromPEM([]byte(process.CA.PEM))
	}
	s.client = &http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: s.CA},
		ForceAttemptHTTP2: true,
	}}
	t.Cleanup(s.end)
	return s, bin.TLSURL
}

// end verifies the requests of the test, and removes its part of the server.
func (s *Server) end() {
	s.t.Helper()
	failed := s.t.Failed() || s.t.Skipped()
	body := map[string]any{"failed": failed, "unmatched": !s.allowUnmatched.Load()}
	var result struct{ Detail, Report string }
	err := s.process.require("POST", "/bins/"+s.key+"/end", body, time.Second, &result)
	s.client.CloseIdleConnections()
	switch {
	case err != nil:
		s.t.Error(err)
	case failed:
		s.t.Log(result.Report)
	case result.Detail != "":
		s.t.Error(result.Report)
	}
}

// Client returns a client without a proxy that trusts the server. Its connections are closed when the test ends.
func (s *Server) Client() *http.Client { return s.client }

// Respond adds a rule: requests that match get the steps in order, and then the last step. The match is text such as
// "GET /users/{id}", or a value whose JSON is a match, such as a map with "method", "path" and "body".
func (s *Server) Respond(match any, steps ...Step) *Rule {
	s.t.Helper()
	return s.add(match, "respond", steps)
}

// Fault adds a rule that applies a fault once, such as "reset@headers".
func (s *Server) Fault(name string, match any) *Rule {
	s.t.Helper()
	return s.add(match, "fault", name)
}

// Delay adds a rule that delays the responses to requests that match.
func (s *Server) Delay(d time.Duration, match any) *Rule {
	s.t.Helper()
	return s.add(match, "delay", d.Seconds())
}

func (s *Server) add(match any, effect string, value any) *Rule {
	s.t.Helper()
	body := map[string]any{"bin": s.key, "match": match, effect: value}
	if effect == "fault" {
		body["count"] = 1
	}
	var added struct{ Rules []struct{ ID string } }
	s.Control("POST", "/rules", body, &added)
	return &Rule{s, added.Rules[0].ID}
}

// Requests returns all requests so far that match, the oldest first. Nil matches all requests.
func (s *Server) Requests(match any) []Request {
	s.t.Helper()
	body := s.selection(match)
	body["count"] = map[string]any{"min": 0}
	var found struct{ Requests []Request }
	s.Control("POST", "/requests/verify?secrets=show", body, &found)
	return found.Requests
}

// Next takes the oldest request that matches and has not been taken yet. It fails the test if none arrives in time.
func (s *Server) Next(match any, within time.Duration) Request {
	s.t.Helper()
	body := s.selection(match)
	body["consume"] = true
	return s.await(body, within)[0]
}

// ExpectNone fails the test at the first request that matches, also an earlier one. Otherwise it waits for the time.
func (s *Server) ExpectNone(match any, within time.Duration) {
	s.t.Helper()
	body := s.selection(match)
	body["count"] = 0
	s.await(body, within)
}

func (s *Server) await(body map[string]any, within time.Duration) []Request {
	s.t.Helper()
	body["within"] = within.Seconds()
	var found struct{ Requests []Request }
	err := s.process.require("POST", "/requests/await?secrets=show", body, within, &found)
	if err != nil {
		s.t.Fatal(err)
	}
	return found.Requests
}

func (s *Server) selection(match any) map[string]any {
	body := map[string]any{"bin": s.key}
	if match != nil {
		body["match"] = match
	}
	return body
}

// AllowUnmatched lets the test pass with requests that no rule took.
func (s *Server) AllowUnmatched() { s.allowUnmatched.Store(true) }

// Report returns the latest requests as text, without credentials.
func (s *Server) Report() string {
	s.t.Helper()
	var result struct{ Report string }
	s.Control("GET", "/bins/"+s.key+"/report", nil, &result)
	return result.Report
}

// Control calls the control API, such as Control("GET", "/clock", nil, &clock). The body and the result are JSON; a nil
// body sends none, and a nil result drops it.
func (s *Server) Control(method, path string, body, result any) {
	s.t.Helper()
	if err := s.process.require(method, path, body, 0, result); err != nil {
		s.t.Fatal(err)
	}
}

// String names the server without its token.
func (s *Server) String() string { return "sparringtest.Server(" + s.URL + ")" }

// Rule is a rule of the test.
type Rule struct {
	server *Server
	id     string
}

func (r *Rule) match() any { return map[string]any{"rule": r.server.key + "/" + r.id} }

// Requests returns the requests that the rule has taken, the oldest first.
func (r *Rule) Requests() []Request {
	r.server.t.Helper()
	return r.server.Requests(r.match())
}

// Next takes the oldest request of the rule that has not been taken yet.
func (r *Rule) Next(within time.Duration) Request {
	r.server.t.Helper()
	return r.server.Next(r.match(), within)
}

// Remove removes the rule.
func (r *Rule) Remove() {
	r.server.t.Helper()
	r.server.Control("DELETE", fmt.Sprintf("/rules/%s?bin=%s", r.id, r.server.key), nil, nil)
}

// Step is one response of a rule.
type Step struct{ members map[string]any }

// Status is a response without content.
func Status(code int) Step { return Step{map[string]any{"status": code}} }

// JSON is a response with the JSON of a value.
func JSON(value any) Step { return Step{map[string]any{"json": value}} }

// Text is a response with text.
func Text(text string) Step { return Step{map[string]any{"body": text}} }

// Bytes is a response with exactly these bytes.
func Bytes(content []byte) Step { return Step{map[string]any{"base64": content}} }

// Status changes the status, which is 200 by default.
func (s Step) Status(code int) Step { return s.with("status", code) }

// Delay sends the response after a time.
func (s Step) Delay(d time.Duration) Step { return s.with("delay", d.Seconds()) }

// Header adds a header, also one with the name of another.
func (s Step) Header(name, value string) Step {
	headers := http.Header{}
	if before, ok := s.members["headers"].(http.Header); ok {
		headers = before.Clone()
	}
	headers[name] = append(headers[name], value)
	return s.with("headers", headers)
}

func (s Step) with(name string, value any) Step {
	members := map[string]any{name: value}
	for each, other := range s.members {
		if each != name {
			members[each] = other
		}
	}
	return Step{members}
}

// MarshalJSON returns the step as the control API takes it.
func (s Step) MarshalJSON() ([]byte, error) { return json.Marshal(s.members) }
