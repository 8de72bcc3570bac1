import { ChainIcon } from '../icons/chain.ts'

/** The drawings of `web/ui/brands`, by provider. They stand in the page itself, so that a mark of one colour follows the text. */
const drawings: Readonly<Record<string, string | undefined>> = import.meta.glob('../brands/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The mark of a provider, 18 px, by its id; a link of a chain where there is none. Decorative: the name stands beside it. */
export function ProviderMark({ id }: { id: string }) {
  const drawing = drawings[`../brands/${id}.svg`]
  if (drawing === undefined) return <ChainIcon className="flex-none" size={16} />
  return (
    <span
      aria-hidden="true"
      className="block size-18 flex-none [&>svg]:block [&>svg]:size-full"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, put in when the page is built
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
