package dev.taskd.http.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTargetTest {
  private static final String SECRET = "TOPSECRET";
  private static final Guard PUBLIC = Guard.publicWeb("webhook.allow-private-targets");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hook.example",
        "http://hook.example/",
        "HTTPS://Hook.Example:443/a/b%20c?d=e&f",
        "https://hook.example:8443/",
        "https://hook.example:1024/",
        "https://hook.example./",
        "http://8.8.8.8/",
        "http://[2606:4700::1111]/",
        "http://[::ffff:8.8.8.8]/",
        "http://[::ffff:808:808]/",
        "http://127.0.0.1.nip.io/",
        "http://xn--bcher-kva.example/"
      })
  void parse_takes_a_public_target_as_it_is_written(String url) {
    assertThat(HttpTarget.parse(url, PUBLIC)).hasToString(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::]/",
        "http://[::1]/",
        "http://0.0.0.0/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[fe90::1]/",
        "http://[fd00::1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://localhost/",
        "http://localhost./",
        "http://LOCALHOST:8080/",
        "http://LOCALHOST.:8080/",
        "http://api.localhost/",
        "http://API.LOCALHOST/",
        "http://127.0.0.1/",
        "http://10.1.2.3/",
        "http://169.254.169.254/latest/meta-data",
        "http://192.168.0.1:8080/",
        "http://100.64.0.1/"
      })
  void parse_refuses_a_private_target_unless_it_is_allowed(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpTarget.parse(url, PUBLIC))
        .withMessageContaining("private range")
        .withMessageContaining("webhook.allow-private-targets");

    assertThat(HttpTarget.parse(url, Guard.none())).hasToString(url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "https://user:secret@hook.example/ password",
        "https://user@hook.example/ password",
        "https://@hook.example/ password",
        "https://good.example@127.0.0.1/ password",
        "https://127.0.0.1#@good.example/ fragment",
        "https://hook.example/#x fragment",
        "https://hook.example/# fragment",
        "https://good.example\\@127.0.0.1/ backslash",
        "http://0x7f.1/ host",
        "http://0x7f000001/ IPv4",
        "http://2130706433/ IPv4",
        "http://0177.0.0.1/ IPv4",
        "http://127.0.0.01/ IPv4",
        "http://127.1/ host",
        "http://127.0.1/ host",
        "http://127.0.0.1./ host",
        "http://256.0.0.1/ IP",
        "http://1.2.3.4.5/ host",
        "http://[fe80::1%25eth0]/ zone",
        "http://[::1/ URL",
        "http://[v1.a]/ URL",
        "http://hook.example:0/ port",
        "http://hook.example:22/ port",
        "http://hook.example:25/ port",
        "http://hook.example:65536/ port",
        "http://hook.example:99999999999/ host",
        "http://hook.example:-1/ host",
        "http://hook.example:x/ host",
        "ftp://hook.example/ http",
        "file:///etc/passwd http",
        "mailto:a@hook.example http",
        "hook.example http",
        "//hook.example/ http",
        "http:///path host",
        "http: URL",
        "http:hook.example host",
        "http://my_host/ host",
        "http://-hook.example/ host",
        "http://b\u00fccher.example/ ASCII",
        "http://\u24db\u24de\u24d2al/ ASCII",
        "http://hook.example/%zz URL"
      })
  void parse_refuses_what_cannot_be_called_and_names_the_fault(String url, String fault) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpTarget.parse(url, PUBLIC))
        .withMessageContaining(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://user:TOPSECRET@hook.example/",
        "https://hook.example/a b?t=TOPSECRET",
        "https://hook.example:0/services/T0/B0/TOPSECRET",
        "https://hook.example:22/x?token=TOPSECRET",
        "https://127.0.0.1/x?token=TOPSECRET",
        "https://0177.0.0.1/TOPSECRET",
        "https://hook.example/%TOPSECRET",
        "https://TOPSECRET_/",
        "ftp://hook.example/TOPSECRET",
        "https://hook.example/#TOPSECRET",
        "TOPSECRET"
      })
  void parse_never_repeats_the_url(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpTarget.parse(url, PUBLIC))
        .withMessageNotContaining(SECRET)
        .withNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\nX-Evil: 1", "\n", "\u0000", "\t", "\u007f", "\u00a0"})
  void parse_refuses_a_control_character(String evil) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpTarget.parse("http://hook.example/" + evil, Guard.none()))
        .withMessageContaining("control character");
  }

  @Test
  void host_and_port_are_those_that_are_called() {
    assertThat(HttpTarget.host(URI.create("http://[::1]:9/"))).isEqualTo("::1");
    assertThat(HttpTarget.host(URI.create("http://Hook.Example/"))).isEqualTo("Hook.Example");
    assertThat(HttpTarget.port(URI.create("http://h/"))).isEqualTo(80);
    assertThat(HttpTarget.port(URI.create("HTTPS://h/"))).isEqualTo(443);
    assertThat(HttpTarget.port(URI.create("https://h:81/"))).isEqualTo(81);
  }
}
