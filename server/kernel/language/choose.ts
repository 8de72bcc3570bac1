/** The further preferences of a header are ignored. */
const PREFERENCES_MAX = 20

/**
 * The language for a browser: the one in its cookie, otherwise the best of its `Accept-Language` header (RFC 9110, section 12.5.4;
 * `de-AT` matches `de`). Undefined if it accepts none of the `offered` ones.
 */
export function chooseLanguage<L extends string>(
  { cookie, header }: { readonly cookie: string | undefined; readonly header: string | undefined },
  offered: readonly L[],
): L | undefined {
  const find = (tag: string) => offered.find((language) => language.toLowerCase() === tag)
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',', PREFERENCES_MAX)
    .map((preference) => {
      const [tag = '', ...parameters] = preference.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  const tags = [(cookie ?? '').toLowerCase(), ...accepted.map(({ tag }) => tag)]
  for (const tag of tags) {
    const found = find(tag) ?? find(tag.split('-', 1)[0] ?? '')
    if (found !== undefined) return found
  }
  return undefined
}
