/** What comes from elsewhere must not direct the terminal. */
export function toPlainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
