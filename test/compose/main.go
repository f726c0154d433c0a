// The command reads the files of Compose as docker compose does, and prints the project as JSON.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	options, err := cli.NewProjectOptions(os.Args[1:], cli.WithOsEnv)
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	content, err := project.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(content)
	return err
}
