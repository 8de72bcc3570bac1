const small = new Set(['de', 'van', 'von', 'der', 'den', 'of', 'the', 'and', 'und', 'du', 'la', 'le', 'da', 'di'])

/** At most two letters for a name: "Bas de Groot" is BG, "Plover & Co" is P; an email gives the initials of its local part. */
export function initialsOf(name: string): string {
  const words = (name.includes('@') ? name.slice(0, name.indexOf('@')).replace(/[._+-]+/g, ' ') : (name.split('&')[0] ?? ''))
    .split(/\s+/)
    .filter((word) => word !== '' && !small.has(word.toLowerCase()))
  const [first = '', ...others] = words.map((word) => [...word][0] ?? '')
  return (first + (others.at(-1) ?? '')).toUpperCase()
}
