module sparring.example/oracle

go 1.26.0
