import { ChainIcon } from '../icons/index.ts'

/** The SVG files of `web/ui/brands`, by path. They are inlined, so that a monochrome logo follows the text colour. */
const logos: Readonly<Record<string, string | undefined>> = import.meta.glob('../brands/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The logo of a provider, 18 px, by its id; a chain icon if there is none. Decorative: the name is beside it. */
export function ProviderLogo({ id }: { id: string }) {
  const logo = logos[`../brands/${id}.svg`]
  if (logo === undefined) return <ChainIcon className="flex-none" size={16} />
  return (
    <span
      aria-hidden="true"
      className="block size-18 flex-none [&>svg]:block [&>svg]:size-full"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, inlined at build time
      dangerouslySetInnerHTML={{ __html: logo }}
    />
  )
}
