/** To whom a page speaks: buyers have more languages than users. */
export type Readers = 'users' | 'buyers'

const show = (element: HTMLElement | null) => {
  if (element) void import('./language-choice.tsx').then(({ showLanguages }) => showLanguages(element))
}

/** The language switch in the footer of a public page. It loads after the page, in a space of its own. */
export const LanguageSwitch = ({ readers }: { readers: Readers }) => <div className="min-h-16" data-readers={readers} ref={show} />
