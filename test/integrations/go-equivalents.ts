import { equivalentsOf, formatIdentifier } from './equivalents.ts';

const responds = (path: string, status: number, text = '') =>
  `expect(t, srv, "GET", "${path}", ${status}, ${JSON.stringify(text)})`;

const isUnmatched = (path: string) => `${responds(path, 404, 'any')}\n\tsrv.AllowUnmatched()`;

/** What shows the effect of each line of the table for Go. */
const CHECKS: Readonly<Record<string, string>> = {
  Server: responds('/status/204', 204),
  TLS: responds('/status/204', 204),
  'URL and client': `if err != nil || response.StatusCode != 200 {
		t.Fatal(response, err)
	}
	response.Body.Close()`,
  JSON: responds('/v1', 200, '{"a":1}'),
  'Status and headers': `if header := expect(t, srv, "GET", "/v1", 503, ""); header.Get("Retry-After") != "1" {
		t.Error(header)
	}`,
  'One after another': `${responds('/v1', 503)}\n\t${responds('/v1', 200, '1')}\n\t${responds('/v1', 200, '1')}`,
  'Part of the path': `${responds('/users/7', 200, '1')}\n\t${isUnmatched('/users/a')}`,
  'Error of the connection': `response, err := srv.Client().Post(srv.URL+"/v1", "text/plain", nil)
	if err == nil {
		_, err = io.ReadAll(response.Body)
		response.Body.Close()
	}
	if err == nil {
		t.Error("no error")
	}`,
  'Slow response': `begun := time.Now()
	${responds('/get', 200, 'any')}
	if time.Since(begun) < 100*time.Millisecond {
		t.Error(time.Since(begun))
	}`,
  Requests: `if len(requests) != 1 || requests[0].Path != "/get" {
		t.Error(requests)
	}`,
  'Next request': `if request.Path != "/get" {
		t.Error(request)
	}`,
  'No request': '',
  'Other requests are allowed': responds('/v2', 404, 'any'),
};

const STARTS = ['Server', 'TLS'];
const AFTER_A_REQUEST = ['Requests', 'Next request'];

/** The lines for Go in the guide, each as a test. */
export function goEquivalents(): { readonly source: string; readonly count: number } {
  const lines = equivalentsOf('Go', CHECKS);
  const tests = lines.map(({ name, line, check }) => {
    const start = STARTS.includes(name) ? '' : 'srv := sparringtest.Start(t)';
    const before = AFTER_A_REQUEST.includes(name) ? responds('/get', 200, 'any') : '';
    const body = [start, before, line, check].filter(Boolean).join('\n\t');
    return `func Test_equivalent_${formatIdentifier(name)}(t *testing.T) {
	t.Parallel()
	${body}
}
`;
  });
  const source = `// Package equivalents has the lines of docs/guide/from-test-servers.md.
package equivalents

import (
	"io"
	"net/http"
	"testing"
	"time"

	"sparring.example/integrations/go/sparringtest"
)

// expect sends a request, and compares status and content, which can be "any".
func expect(t *testing.T, srv *sparringtest.Server, method, path string, status int, text string) http.Header {
	t.Helper()
	request, _ := http.NewRequest(method, srv.URL+path, nil)
	response, err := srv.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, _ := io.ReadAll(response.Body)
	if response.StatusCode != status || text != "any" && string(content) != text {
		t.Errorf("%s: %d %s", path, response.StatusCode, content)
	}
	return response.Header
}

${tests.join('\n')}`;
  return { source, count: lines.length };
}
