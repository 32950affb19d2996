/** Why a server of this era cannot ask its client while a handler waits, and what to do instead. */
export const noRequests =
  'a server of this protocol revision sends no requests. Return the question with the result, through a resolver or inputRequired().';
