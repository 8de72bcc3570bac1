/** True on keyboards with ⌘. */
export const isApple = /* @__PURE__ */ (() => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent))()
