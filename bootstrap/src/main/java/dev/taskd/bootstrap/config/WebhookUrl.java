package dev.taskd.bootstrap.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/** The spelling of a webhook's URL. No message repeats a part of it: the whole is a credential. */
final class WebhookUrl {
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private WebhookUrl() {}

  static URI parse(String text) {
    URI url = syntax(text);
    String scheme = url.getScheme();
    Format.demand(
        scheme != null && SCHEMES.contains(scheme.toLowerCase(Locale.ROOT)),
        "does not start with http:// or https://");
    Format.demand(
        url.getRawUserInfo() == null,
        "holds a user name or password before the host, which is not supported: remove it");
    Format.demand(url.getHost() != null, "names no host that can be called");
    Format.demand(
        url.getPort() == -1 || (url.getPort() >= 1 && url.getPort() <= 65_535),
        "has a port that is not from 1 to 65535");
    Format.demand(url.getRawFragment() == null, "has a fragment (#…), which is never sent");
    return url;
  }

  private static URI syntax(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      // The cause would repeat the URL.
      throw new IllegalArgumentException("is not a URL: its syntax breaks at " + e.getIndex());
    }
  }
}
