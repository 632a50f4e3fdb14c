/** Text as it is compared: lower case, without accents. Browser-safe. */
export const plainWords = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
