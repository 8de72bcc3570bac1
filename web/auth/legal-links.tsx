import type { SignInOptions } from '#client/index.ts'
import { tFurther } from './further-messages.ts'

/** The terms and the privacy policy of the site, where its settings name them. */
export default function LegalLinks({ terms, privacy }: Partial<SignInOptions['links']>) {
  const links = [
    [tFurther('legal.terms'), terms],
    [tFurther('legal.privacy'), privacy],
  ] as const
  return (
    <p className="flex flex-wrap gap-x-12 gap-y-4 text-caption text-muted">
      {links.map(
        ([name, href]) =>
          href && (
            <a
              className="rounded-key underline decoration-current/40 hover:text-text pointer-coarse:min-h-32"
              href={href}
              key={name}
              rel="noreferrer"
              target="_blank"
            >
              {name}
            </a>
          ),
      )}
    </p>
  )
}
