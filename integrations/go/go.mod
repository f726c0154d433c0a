module sparring.example/integrations/go

go 1.19
