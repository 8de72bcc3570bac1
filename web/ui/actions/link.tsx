import type { AnchorHTMLAttributes, ReactNode } from 'react'

/** The classes of a link in words. */
export const linkClass = 'rounded-key text-accent underline-offset-3 hover:underline'

/** A link in words. Inside the signed-in app the router takes plain links over, so `href` is enough. */
export function Link({
  children,
  ...others
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> & { href: string; children: ReactNode }) {
  return (
    <a {...others} className={linkClass}>
      {children}
    </a>
  )
}
