/**
 * The `ref` of the field that takes the focus when its dialog opens, instead of the close button. React does not render `autoFocus` as an
 * attribute, but the browser reads the attribute when it opens the dialog.
 */
export const firstField = (field: HTMLElement | null): void => field?.setAttribute('autofocus', '')
