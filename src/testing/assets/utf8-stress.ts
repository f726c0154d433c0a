/** What `/encoding/utf8` answers: what decoders, fonts and string functions stumble over, a row for each kind. */
export const utf8Stress = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>UTF-8 in all its lengths: ñ ₪ 𝛀</title>
</head>
<body>
<h1>UTF-8 in all its lengths</h1>
<p>Every sample below is text: no character references, no pictures. If one looks like boxes, a font is missing; if
it looks like “Ã¤”, the bytes were read as something else.</p>
<h2>Bytes to a character</h2>
<dl>
<dt>One</dt><dd lang="en">Plain ASCII, as it was in the beginning.</dd>
<dt>Two</dt><dd lang="de">Süße Äpfel überm Öfchen; <span lang="fr">là-bas, l’été, ça mûrit où ?</span>; <span lang="is">þú ætlar í bæinn</span>; <span lang="cs">řeřicha, kůň a žížala</span></dd>
<dt>Three</dt><dd>€ • … ‰ № ™ <span lang="ja">ひらがな カタカナ 漢字</span> <span lang="th">สวัสดี</span></dd>
<dt>Four</dt><dd>𝔽𝕠𝕦𝕣 𝄢 𐎠 𓆉 𠮷 🥊</dd>
</dl>
<h2>Scripts</h2>
<table>
<tr><th>Greek<td lang="el">Πού είναι το ταχυδρομείο;
<tr><th>Cyrillic<td lang="uk">Доброго ранку, світе, їжак їсть ґудзик
<tr><th>Armenian<td lang="hy">Բարեւ աշխարհ
<tr><th>Georgian<td lang="ka">გამარჯობა მსოფლიო
<tr><th>Hebrew<td lang="he" dir="rtl">שלום עולם
<tr><th>Arabic<td lang="ar" dir="rtl">مرحبا بالعالم
<tr><th>Devanagari<td lang="hi">नमस्ते दुनिया
<tr><th>Tamil<td lang="ta">வணக்கம் உலகம்
<tr><th>Amharic<td lang="am">ሰላም ልዑል
<tr><th>Khmer<td lang="km">សួស្តីពិភពលោក
<tr><th>Hangul<td lang="ko">안녕하세요 세계 / \u110b\u1161\u11ab\u1102\u1167\u11bc
<tr><th>Han<td lang="zh">你好，世界 / 世界您好 𪚥
<tr><th>Cherokee<td lang="chr">ᎣᏏᏲ ᎡᎶᎯ
<tr><th>Runes<td>ᚠᛇᚻ᛫ᛒᛦᚦ
<tr><th>Braille<td>⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙
</table>
<h2>One thing to the eye, several to a program</h2>
<ul>
<li>Composed and decomposed: é and e\u0301; \u00c5, A\u030a and \u212b; ﬁ and fi
<li>Marks upon marks: a\u0310e\u0301o\u0308\u0332 Z̸̡̢͕a̵̖l̶̰g̷̱o̴̲
<li>Joined: 👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 ❤️ and ❤︎ 🇺🇳 1️⃣
<li>Case that changes length: ß → SS, ŉ, İstanbul and ıstanbul, ς at the end of ΟΔΥΣΣΕΥΣ
<li>Look-alikes: paypal and раураl; 0 O Ο О; l I | ǀ
</ul>
<h2>Direction</h2>
<p>Latin, then <bdi dir="rtl" lang="he">עברית (123)</bdi>, then <bdi dir="rtl" lang="ar">العربية ١٢٣</bdi>, then Latin again.</p>
<h2>Mathematics and frames</h2>
<pre>
  eⁱᵖ + 1 ≈ 0 ⇔ p → π        ┏━━━━━━━┳━━━━━━━┓   ▁▂▃▄▅▆▇█▇▆▅▄▃▂▁
  ∄ q ∈ ℚ : q² = 2           ┃ ⣿⣿⡇ ⠄ ┃ ◐◓◑◒  ┃   ⟦ ⟨a│b⟩ ⟧
  ⋃ᵢ Aᵢ ∖ B ⊊ C, ‖x‖₂ ≥ 0    ┣━━━━━━━╋━━━━━━━┫   ⅓ + ⅔ = ⅝ + ⅜
  ∇·B = 0, ½ mv², 21 µΩ·cm   ┗━━━━━━━┻━━━━━━━┛   ♔ ☂ ⚙ ✓ ✗ ➜
</pre>
<h2>Edges</h2>
<ul>
<li>Last of one, two and three bytes: ~ \u07ff \ufffd (U+007E, U+07FF, U+FFFD); first and last of four: \u{10000} \u{10fffd} (U+10000, U+10FFFD)
<li>Spaces that are not U+0020: [\u00a0] no-break, [\u2009] thin, [\u3000] ideographic, [\u200b] of no width
<li>A soft hyphen in hy\u00adphen, a word joiner in wo\u2060rd
</ul>
</body>
</html>
`;
