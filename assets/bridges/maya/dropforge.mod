+ Dropforge 1.1.0 ./dropforge
