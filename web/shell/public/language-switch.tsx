const show = (element: HTMLElement | null) => {
  if (element) void import('./language-choice.tsx').then(({ showLanguages }) => showLanguages(element))
}

/** The language switch in the footer of a public page. It loads after the page, in a space of its own. */
export const LanguageSwitch = () => <div className="min-h-16" ref={show} />
