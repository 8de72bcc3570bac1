import type { AnchorHTMLAttributes, ReactNode } from 'react'

/** The class names of a text link. */
export const linkClass = 'rounded-key text-accent underline-offset-3 hover:underline'

/** A text link. Inside the signed-in app the router handles plain links, so `href` is enough. */
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
