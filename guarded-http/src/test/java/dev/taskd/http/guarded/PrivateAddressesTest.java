package dev.taskd.http.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateAddressesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.255.255.255",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254",
        "172.16.0.0",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.255.255",
        "198.18.0.0",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.255",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:7f00:1",
        "::ffff:a9fe:a9fe",
        "::10.0.0.1",
        "fc00::1",
        "fd00::1",
        "fe80::1",
        "fe90::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::1",
        "64:ff9b::7f00:1",
        "64:ff9b::10.1.2.3",
        "64:ff9b:1::1",
        "3fff::1",
        "4000::1",
        "5f00::1"
      })
  void contains_what_is_not_of_the_public_internet(String literal) throws UnknownHostException {
    assertThat(PrivateAddresses.contains(InetAddress.getByName(literal))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.0.0.0",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "::ffff:8.8.8.8",
        "::ffff:808:808",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2002:808:808::1",
        "2606:4700::1111",
        "64:ff9b::808:808"
      })
  void contains_nothing_of_the_public_internet(String literal) throws UnknownHostException {
    assertThat(PrivateAddresses.contains(InetAddress.getByName(literal))).isFalse();
  }

  @Test
  void contains_judges_a_mapped_address_that_stayed_ipv6() throws UnknownHostException {
    byte[] loopback = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};
    byte[] open = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 8, 8, 8, 8};

    assertThat(PrivateAddresses.contains(Inet6Address.getByAddress(null, loopback, 0))).isTrue();
    assertThat(PrivateAddresses.contains(Inet6Address.getByAddress(null, open, 0))).isFalse();
  }
}
