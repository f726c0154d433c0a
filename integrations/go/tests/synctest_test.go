//go:build go1.25

// The module has the timers of its old version of Go, which a bubble does not accept.
//go:debug asynctimerchan=0

package contract

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sparring.example/integrations/go/sparringtest"
)

// The time of a bubble does not pass while the server is asked. Alone in its process, the test starts the server.
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rec := &recorder{TB: t}
		srv := sparringtest.Start(rec)
		srv.Respond("GET /a", sparringtest.Text("x"))
		expectGet(t, srv.Client(), srv.URL+"/a", 200, "x")
		begun := time.Now()
		message := rec.failure(func() { srv.Next("GET /b", 500*time.Millisecond) })
		if !strings.Contains(message, "Waited 500 ms") || time.Since(begun) != 0 {
			t.Error(message, time.Since(begun))
		}
		srv.Next("GET /a", 0)
	})
}
