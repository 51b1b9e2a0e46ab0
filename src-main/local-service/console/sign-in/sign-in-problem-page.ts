/** The page that says in one sentence why a sign-in did not succeed. */
export function toSignInProblemPage(sentence: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Dropforge service console</title>
<link rel="stylesheet" href="/console/console.css">
</head>
<body>
<main>
<h1>Dropforge service</h1>
<p role="alert" class="bad">${escape(sentence)}</p>
<p><a href="/console">Back to sign-in</a></p>
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
