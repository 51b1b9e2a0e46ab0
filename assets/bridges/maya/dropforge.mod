+ Dropforge 1.0.0 ./dropforge
