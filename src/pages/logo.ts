/** The icon of the site: a request and its response. Its quotation marks stay as they are in a URL. */
export const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#c3281d'/>" +
  "<g fill='none' stroke='#fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'>" +
  "<path d='M7 11.5h18l-4.5-4.5'/><path d='M25 20.5H7l4.5 4.5'/></g></svg>";

/** As an element of a page, where its name is beside it. */
export const LOGO = ICON.replace(
  "<svg xmlns='http://www.w3.org/2000/svg'",
  "<svg class='logo' aria-hidden='true'",
);

/** As a URL, so that pages of every port have it without a request. Much of it is the text of the logo, for the compression. */
export const ICON_URL = `data:image/svg+xml,${encodeURIComponent(ICON).replace(/%(?:20|3D)/g, decodeURIComponent)}`;
