module sparring.example/contract

go 1.19

require sparring.example/integrations/go v0.1.0

replace sparring.example/integrations/go => ../
