/** The most streams, and the most changes that wait for one of them, where nobody says otherwise. */
export const defaultLimit = 1_024;
