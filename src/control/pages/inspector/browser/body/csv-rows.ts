/** The rows of CSV (RFC 4180), with its first separator: a comma, a semicolon or a tab. */
export function parseCsv(text: string, maxRows: number): string[][] {
  const separator = /[,;\t]/.exec(text.split('\n', 1)[0] ?? '')?.[0] ?? ',';
  const rows: string[][] = [];
  let [row, field, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < maxRows; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === separator) endField();
    else if (character === '\n') endRow();
    else if (character !== '\r' || text.charAt(at + 1) !== '\n') field += character;
  }
  if (rows.length < maxRows && (field !== '' || row.length > 0)) endRow();
  return rows;
}
