package client

import (
	"testing"
	"time"

	"sparring.example/integrations/go/sparringtest"
)

func TestRepeatsAfterAnError(t *testing.T) {
	t.Parallel()
	srv := sparringtest.Start(t)
	srv.Respond("GET /users/1", sparringtest.Status(503), sparringtest.JSON(map[string]any{"name": "Mona"}))
	if name, err := FetchName(srv.Client(), srv.URL, 1); err != nil || name != "Mona" {
		t.Fatal(name, err)
	}
	if first := srv.Next("GET /users/1", 2*time.Second); first.Status != 503 {
		t.Error(first)
	}
	srv.ExpectNone("DELETE /{rest*}", 200*time.Millisecond)
}
